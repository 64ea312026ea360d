import { NodeOperationError, type INode } from 'n8n-workflow';

/** The error of parameters that cannot work, which only their user can mend: n8n (2.37 and later) is told so. */
export const refuse = (node: INode, problem: string): NodeOperationError =>
	new NodeOperationError(node, problem, { failure: { cause: 'configuration-invalid' } });
