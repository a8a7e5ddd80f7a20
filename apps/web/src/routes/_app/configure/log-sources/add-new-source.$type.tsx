import { createFileRoute } from '@tanstack/react-router';
import { SourceDetections } from '../../../../features/getting-started/source-detections.tsx';
import { DetectionsSlot } from '../../../../features/log-sources/detections-slot.ts';
import {
  SourceWizard,
  UnknownTransport,
  useTransport,
} from '../../../../features/log-sources/source-wizard.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { readLinkSearch, text, textOr } from '../../../../lib/search-params.ts';
import { Page, PageBody, PageHeader } from '../../../../ui/layout/page.tsx';
import { SkeletonLines } from '../../../../ui/layout/states.tsx';

const readParams = readLinkSearch({ provider: textOr('custom'), source: text() });

export const Route = createFileRoute('/_app/configure/log-sources/add-new-source/$type')({
  validateSearch: readParams,
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceModify']),
  component: Screen,
});

function Screen() {
  const { type } = Route.useParams();
  const { provider, source } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { transport, isLoading } = useTransport(type);
  const toPicker = () => void navigate({ to: '/configure/log-sources/add-new-source/' });
  const name = transport?.title;
  return (
    <Page title="Add New Sources" scroll>
      <PageHeader title={name ? `Connect ${name}` : 'Add New Sources'} docHref={documentation.logSources} />
      {transport && (
        <DetectionsSlot.Fill with={SourceDetections}>
          <SourceWizard
            transport={transport}
            providerId={provider}
            sourceId={source}
            onCancel={toPicker}
            onCreated={({ integrationId }) =>
              void navigate({ search: (before) => ({ ...before, source: integrationId }), replace: true })
            }
          />
        </DetectionsSlot.Fill>
      )}
      {!transport && isLoading && (
        <PageBody width="form">
          <SkeletonLines lines={8} />
        </PageBody>
      )}
      {!transport && !isLoading && <UnknownTransport type={type} onBack={toPicker} />}
    </Page>
  );
}
