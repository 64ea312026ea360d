import { sayTime, type ZonedTime } from '../../../feeds/items/words';
import type { HealthCheck } from '../../../shared/validators/health';

/** ", since 07:30 CET": by the node, which knows it also if the watch came to look later. Empty if it does not say. */
export const sayFailingSince = ({ since }: HealthCheck, clock: ZonedTime): string =>
	since === undefined || since > clock.at ? '' : `, since ${sayTime(since, clock)}`;
