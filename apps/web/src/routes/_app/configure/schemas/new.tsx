import { createFileRoute } from '@tanstack/react-router';
import { NewSchema } from '../../../../features/schemas/edit-schema.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { readLinkSearch, text } from '../../../../lib/search-params.ts';
import { Page } from '../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({ clone: text(), failuresOf: text() });

export const Route = createFileRoute('/_app/configure/schemas/new')({
  validateSearch: readParams,
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceModify']),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { clone, failuresOf } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="New Schema">
      <NewSchema
        docHref={documentation.schemas}
        clone={clone}
        failuresOf={failuresOf}
        onCancel={() => void navigate({ to: '/configure/schemas/' })}
        onSaved={(name) => void navigate({ to: '/configure/schemas/$schemaId/', params: { schemaId: name } })}
      />
    </Page>
  );
}
