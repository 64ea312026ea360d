/** Opens a trigger that listens, as n8n does when it publishes a workflow. */
import type * as N8nCore from 'n8n-core';
import type {
	IDataObject,
	ITriggerFunctions,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

export interface TriggerOptions
	extends Pick<ITriggerFunctions, 'emit' | 'emitError' | 'saveFailedExecution'> {
	activation: WorkflowActivateMode;
	/** Of the workflow, which the trigger changes. */
	staticData: IDataObject;
}

/** Resolves to what ends the trigger; rejects with the error that refuses the publication. */
export async function openTrigger(
	core: typeof N8nCore,
	workflow: Workflow,
	additionalData: IWorkflowExecuteAdditionalData,
	{ activation, emit, emitError, saveFailedExecution }: TriggerOptions,
): Promise<() => Promise<void>> {
	const [node] = workflow.getTriggerNodes();
	const response = await new core.TriggersAndPollers().runTriggerFunction(
		workflow,
		node!,
		(flow, triggerNode, data, mode, activationMode) =>
			new core.TriggerContext(
				flow,
				triggerNode,
				data,
				mode,
				activationMode,
				emit,
				emitError,
				saveFailedExecution,
			),
		additionalData,
		'trigger',
		activation,
	);
	return async () => await response?.closeFunction?.();
}
