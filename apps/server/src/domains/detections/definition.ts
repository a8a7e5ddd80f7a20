import type { DataModel, PythonModule, PythonRule } from '@margay/model';
import { severities } from '@margay/model';
import * as z from 'zod';

/** What a person edits of a rule; stored whole in every version. */
export const RuleDefinition = z.object({
  displayName: z.string(),
  description: z.string(),
  body: z.string(),
  severity: z.enum(severities),
  dedupPeriodMinutes: z.number().int().min(1),
  threshold: z.number().int().min(1),
  logTypes: z.array(z.string()).min(1, { error: 'Choose at least one log type.' }),
  reference: z.string(),
  runbook: z.string(),
  reports: z.record(z.string(), z.array(z.string())),
  tags: z.array(z.string()),
  tests: z.array(
    z.object({
      name: z.string().min(1, { error: 'A test needs a name.' }),
      expectedResult: z.boolean(),
      resource: z.string(),
      mocks: z.array(z.object({ objectName: z.string(), returnValue: z.string() })),
    }),
  ),
  summaryAttributes: z.array(z.string()),
  outputIds: z.array(z.string()),
  createAlert: z.boolean(),
  createdByExternal: z.string().default(''),
});
export type RuleDefinition = z.output<typeof RuleDefinition>;

export const HelperDefinition = z.object({
  description: z.string(),
  body: z.string(),
  tags: z.array(z.string()),
});
export type HelperDefinition = z.output<typeof HelperDefinition>;

export const DataModelDefinition = z.object({
  displayName: z.string(),
  logTypes: z.array(z.string()),
  body: z.string().optional(),
  mappings: z.array(
    z.object({ name: z.string(), path: z.string().optional(), method: z.string().optional() }),
  ),
});
export type DataModelDefinition = z.output<typeof DataModelDefinition>;

export interface DefinitionOf {
  RULE: RuleDefinition;
  GLOBAL: HelperDefinition;
  DATA_MODEL: DataModelDefinition;
}
export type ContentKind = keyof DefinitionOf;

export const definitionSchemas: { [Kind in ContentKind]: z.ZodType<DefinitionOf[Kind]> } = {
  RULE: RuleDefinition,
  GLOBAL: HelperDefinition,
  DATA_MODEL: DataModelDefinition,
};

export function pythonRuleOf(id: string, versionId: string, definition: RuleDefinition): PythonRule {
  const { tests: _tests, createdByExternal: _author, ...rest } = definition;
  return { id, versionId, ...rest };
}

export function pythonModuleOf(id: string, versionId: string, definition: HelperDefinition): PythonModule {
  return { id, versionId, body: definition.body };
}

export function dataModelOf(
  id: string,
  versionId: string,
  enabled: boolean,
  definition: DataModelDefinition,
): DataModel {
  return {
    id,
    versionId,
    enabled,
    logTypes: definition.logTypes,
    mappings: definition.mappings.map((mapping) => ({
      name: mapping.name,
      ...(mapping.path === undefined ? {} : { path: mapping.path }),
      ...(mapping.method === undefined ? {} : { method: mapping.method }),
    })),
    ...(definition.body === undefined ? {} : { body: definition.body }),
  };
}
