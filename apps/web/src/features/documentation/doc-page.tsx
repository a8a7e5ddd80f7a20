import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageBody, PageHeader } from '../../ui/layout/page.tsx';
import { blocksOf, headingId, Prose } from '../../ui/text/prose.tsx';
import styles from './doc-page.module.css';
import { pageNames } from './pages.ts';

const titleOf = (text: string) => blocksOf(text).find(({ kind }) => kind === 'heading');

/** The name of a page and a place in it, of a link between pages: `searching.md#sql`. */
function targetOf(href: string): { page: string | undefined; place: string | undefined } | undefined {
  const [, page, place] = /^(?:([\w-]+)\.md)?(?:#([\w-]+))?$/.exec(href) ?? [];
  if (page !== undefined && !pageNames.includes(page)) return undefined;
  return page === undefined && place === undefined ? undefined : { page, place };
}

/** One page of the documentation that comes with the product, and the way to the others. */
export function DocPage({ name, text, place }: { name: string; text: string; place?: string | undefined }) {
  const heading = titleOf(text);
  const title = heading && 'text' in heading ? heading.text : name;
  useEffect(() => {
    if (place) document.getElementById(place)?.scrollIntoView();
  }, [place]);
  return (
    <>
      <PageHeader title={title} />
      <PageBody>
        <div className={styles.columns}>
          <nav aria-label="Pages" className={styles.pages}>
            {pageNames.map((page) => (
              <Link
                key={page}
                to="/documentation/$page/"
                params={{ page }}
                aria-current={page === name ? 'page' : undefined}
              >
                {wordsOf(page)}
              </Link>
            ))}
          </nav>
          <div className={styles.text}>
            <Prose
              text={text.replace(/^#\s.*\n/, '')}
              headings
              link={(href, label) => {
                const target = targetOf(href);
                if (target === undefined) return <span title={href}>{label}</span>;
                return (
                  <Link
                    to="/documentation/$page/"
                    params={{ page: target.page ?? name }}
                    hash={target.place ?? ''}
                  >
                    {label}
                  </Link>
                );
              }}
            />
          </div>
        </div>
      </PageBody>
    </>
  );
}

/** `pulling-logs` as people write it. */
const wordsOf = (page: string) =>
  headingId(page)
    .replace(/^./, (first) => first.toUpperCase())
    .replaceAll('-', ' ');
