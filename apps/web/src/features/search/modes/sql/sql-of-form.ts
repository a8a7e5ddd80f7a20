import type { Translation } from '@margay/query';
import { flowCatalog } from '../../../../editor/pantherflow/flow-catalog.ts';
import type { FlowEngine } from '../../../../editor/pantherflow/flow-functions.ts';
import type { LakeDatabase } from '../../../../lib/data-lake/queries.ts';
import type { SearchForm } from '../../form/form-values.ts';
import { formSearchOf } from '../form-search.ts';

/** SQL that finds what the form of the builder finds, or what of it SQL has no words for. */
export const sqlOfForm = (
  engine: FlowEngine,
  databases: readonly LakeDatabase[],
  form: SearchForm,
): Translation => engine.sqlOfFilters(formSearchOf(databases, form), flowCatalog(databases));
