import { documentation } from '../../lib/documentation.ts';
import { usePermission } from '../../lib/session/session-context.tsx';
import { ButtonLink } from '../../ui/inputs/button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { DestinationList } from './destination-list.tsx';
import type { DestinationListProps } from './destination-list.tsx';

/** The list with its header; the sheet of one destination opens beside it. */
export function DestinationScreen(props: DestinationListProps) {
  const mayModify = usePermission('DestinationModify');
  return (
    <Page title="Alert Destinations">
      <PageHeader
        title="Alert Destinations"
        docHref={documentation.destinations}
        description="Where alerts go. A detection's own destinations win over these rules."
        actions={
          mayModify && (
            <ButtonLink
              variant="primary"
              to="/configure/destinations/new/"
              icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
            >
              Create New
            </ButtonLink>
          )
        }
      />
      <DestinationList {...props} />
    </Page>
  );
}
