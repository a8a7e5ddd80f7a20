import { PythonEditor } from '../../editor/python/python-editor.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Card } from '../../ui/layout/page.tsx';
import styles from './policies.module.css';
import { PolicyFacts } from './policy-rail.tsx';
import type { Policy } from './queries.ts';

/** Everything a policy says about itself, and its code. */
export function PolicyDetails({ policy }: { policy: Policy }) {
  const lines = policy.body.trimEnd().split('\n').length;
  return (
    <div className={styles.split}>
      <div className={styles.main}>
        {policy.loadError !== null && (
          <Note tone="danger" title="This policy does not run">
            {policy.loadError} Resources are not judged by it until the code is mended.
          </Note>
        )}
        <Part
          title="Description"
          text={policy.description}
          none="Nobody has written down what it asks for."
        />
        <Part
          title="Runbook"
          text={policy.runbook}
          none="Nobody has written down what to do with its alerts."
        />
        {policy.reference !== '' && <Part title="Reference" text={policy.reference} none="" />}
        <Card title="Code" flush actions={<CopyButton value={policy.body} label="Copy code" />}>
          {/* The height is known before the editor is: 20 px a line and 8 above and below. */}
          <div className={styles.code} style={{ height: Math.min(640, lines * 20 + 16) }}>
            <PythonEditor
              key={policy.versionId}
              label="Code of the policy"
              value={policy.body.trimEnd()}
              readOnly
            />
          </div>
        </Card>
      </div>
      <aside className={styles.rail} aria-label="Properties">
        <h2 className={styles.railTitle}>Properties</h2>
        <PolicyFacts policy={policy} />
      </aside>
    </div>
  );
}

function Part({ title, text, none }: { title: string; text: string; none: string }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.railTitle}>{title}</h2>
      {text === '' ? <p className={styles.hint}>{none}</p> : <p className={styles.prose}>{text}</p>}
    </section>
  );
}
