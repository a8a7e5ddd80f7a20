import type { FieldDescriptor } from '../ui/inputs/setting-values.ts';

/** One input of a form as the server describes it; what is not said is usual. */
export const settingField = (field: Pick<FieldDescriptor, 'name' | 'label'> & Partial<FieldDescriptor>) => ({
  help: '',
  placeholder: '',
  kind: 'text' as const,
  required: false,
  secret: false,
  options: [],
  default: null,
  min: null,
  max: null,
  maxLength: null,
  pattern: null,
  mustBeOn: false,
  shownWhen: null,
  ...field,
});
