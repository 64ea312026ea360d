/** The order of the parts is that of their names: the longest first, so that no core waits long at the end. */
import Sequencer from '@jest/test-sequencer';

export default class extends Sequencer {
	sort(tests) {
		return [...tests].sort((a, b) => a.path.localeCompare(b.path));
	}
}
