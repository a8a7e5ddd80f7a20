import { Button } from '../../ui/inputs/button.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { IconChevronDown } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { withTemplate } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';
import { ruleTemplates } from './rule-templates.ts';
import type { RuleTemplate } from './rule-templates.ts';

/** Code and tests to start a new rule from; what somebody wrote is only replaced when they agree. */
export function TemplateMenu({ draft, onDraft }: { draft: RuleDraft; onDraft: (draft: RuleDraft) => void }) {
  const confirm = useConfirm();
  async function choose(template: RuleTemplate) {
    const isUntouched = draft.body.trim() === '' || ruleTemplates.some(({ body }) => body === draft.body);
    const isSure =
      isUntouched ||
      (await confirm({
        title: 'Replace the code',
        message: `The template ${template.title} takes the place of the code and the tests.`,
        confirmLabel: 'Replace',
        danger: true,
      }));
    if (isSure) onDraft(withTemplate(draft, template));
  }
  return (
    <Menu
      label="Templates"
      position="bottom-end"
      entries={ruleTemplates.map((template) => ({
        label: `${template.title}: ${template.does}`,
        selected: template.body === draft.body,
        onSelect: () => void choose(template),
      }))}
    >
      <Button size="xs" variant="quiet" trailing={<IconChevronDown size={14} stroke={1.5} aria-hidden />}>
        Template
      </Button>
    </Menu>
  );
}
