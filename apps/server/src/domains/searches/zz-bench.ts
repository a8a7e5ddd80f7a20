import { openSearchPlace, writeEvents, ada } from './testing.ts';
process.env.UV_THREADPOOL_SIZE ??= '16';
const place = await openSearchPlace();
for (let b = 0; b < 20; b++)
  await writeEvents(place.lake, 'panther_logs', 'Big.Log', { from: b * 25000, to: (b + 1) * 25000 });
for (let i = 0; i < 80; i++)
  await writeEvents(place.lake, 'panther_logs', `Small.Log${i}`, { from: 0, to: 20 });
const time = async (name: string, params: any, component: any, over: any = {}) => {
  const t0 = performance.now();
  const { id } = await place.searches.start(ada, params);
  const t1 = performance.now();
  let view;
  let polls = 0;
  do {
    view = await place.searches.part(ada, { id, component, ...over });
    polls++;
  } while (view.status === 'running');
  const t2 = performance.now();
  console.log(
    name,
    component,
    'start',
    Math.round(t1 - t0),
    'part',
    Math.round(t2 - t1),
    'polls',
    polls,
    view.status,
    view.message,
    view.result?.page.rowCount,
    'read',
    view.result?.cost.bytesScanned,
  );
  return view;
};
const all = { language: 'simplesearch', relativeTime: 'PAllTime', limit: 1000 } as const;
const one = { ...all, tables: ['big_log'] };
for (let r = 0; r < 2; r++) {
  for (const [n, p] of [
    ['81 tables', all],
    ['one table 500k', one],
  ] as const) {
    await time(n, p, 'timeline');
    await time(n, p, 'detailsDescending', { pageSize: 100 });
    await time(n, p, 'detailsDescending', { pageSize: 1000 });
    await time(n, p, 'summary');
  }
  await time('word 81 tables', { ...all, filters: JSON.stringify({ text: 'Log 4999' }) }, 'summary');
  await time('word', { ...one, filters: JSON.stringify({ text: 'Log 4999' }) }, 'timeline');
  await time(
    'sql group',
    { language: 'sql', filters: 'select user:id, count(*) n from big_log group by 1' },
    'detailsDescending',
  );
}
const t = performance.now();
const d = place.searches.databases(ada);
console.log('databases', Math.round(performance.now() - t), d.length);
await place.remove();
