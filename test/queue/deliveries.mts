/** What n8n has stored of executions, read from its database. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PostgreSql } from './services.mts';

const { parse: unpack } = createRequire(join(process.cwd(), 'tools/n8n/package.json'))('flatted');

export interface Delivery {
	executionId: string;
	workflowId: string;
	/** As n8n has it now: success, or what interrupted it. */
	status: string;
	/** Items that the trigger gave to the workflow. */
	items: any[];
}

/**
 * Lets the database keep each execution as n8n first stores it. n8n writes an error over the items of an execution
 * whose worker was killed, and what was delivered shall still be known.
 */
export async function keepDeliveries(postgres: PostgreSql): Promise<void> {
	await postgres.query('CREATE TABLE kept_delivery ("executionId" integer, data text)');
	await postgres.query(
		`CREATE FUNCTION keep_delivery() RETURNS trigger AS $$
		BEGIN INSERT INTO kept_delivery VALUES (NEW."executionId", NEW.data); RETURN NEW; END
		$$ LANGUAGE plpgsql`,
	);
	await postgres.query(
		'CREATE TRIGGER keep AFTER INSERT ON execution_data FOR EACH ROW EXECUTE FUNCTION keep_delivery()',
	);
}

/** Items of the trigger in an execution that has not begun; none in the record of a poll that failed. */
function readItems(data: string): any[] {
	const [start] = unpack(data).executionData?.nodeExecutionStack ?? [];
	const items: Array<{ json: any }> = start?.data?.main?.[0] ?? [];
	return items.map(({ json }) => json).filter(({ eventId }) => eventId !== undefined);
}

/** Those of these workflows, in the order in which n8n stored them. */
export async function readDeliveries(
	postgres: PostgreSql,
	workflows: Array<{ id: string }>,
): Promise<Delivery[]> {
	const rows = await postgres.query(
		`SELECT e.id, e."workflowId", e.status, k.data FROM execution_entity e
		JOIN kept_delivery k ON k."executionId" = e.id WHERE e."workflowId" = ANY($1) ORDER BY e.id`,
		[workflows.map(({ id }) => id)],
	);
	return rows.map(({ id, workflowId, status, data }) => ({
		executionId: String(id),
		workflowId,
		status,
		items: readItems(data),
	}));
}

/** Whether n8n has started all triggers, as it does when it is up by its health check. */
export async function isPublished(postgres: PostgreSql): Promise<boolean> {
	const rows = await postgres.query(
		"SELECT 1 FROM workflow_publication_outbox WHERE status IN ('pending', 'in_progress') LIMIT 1",
	);
	return rows.length === 0;
}

export interface Progress {
	/** Executions by n8n's status. */
	counts: Record<string, number>;
	/** Those that have not ended. */
	open: number;
}

/** How far the executions of these workflows are. */
export async function readProgress(
	postgres: PostgreSql,
	workflows: Array<{ id: string }>,
): Promise<Progress> {
	const rows = await postgres.query(
		`SELECT status, count(*)::int FROM execution_entity WHERE "workflowId" = ANY($1) GROUP BY status`,
		[workflows.map(({ id }) => id)],
	);
	const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
	const open = ['new', 'running', 'waiting'].reduce(
		(sum, status) => sum + (counts[status] ?? 0),
		0,
	);
	return { counts, open };
}
