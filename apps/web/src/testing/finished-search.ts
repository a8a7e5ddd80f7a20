/** A finished part of a search as the server answers it; `types` by column. */
export const finishedSearch = (nodes: object[], types: Record<string, unknown>, rowCount = nodes.length) => ({
  status: 'succeeded',
  message: '',
  progress: { readRows: 2, totalRows: 2, elapsedMs: 5 },
  results: {
    columnInfo: { order: Object.keys(types), types },
    edges: nodes.map((node, index) => ({ id: `e${index}`, node })),
    pageInfo: { hasNextPage: false, endCursor: null },
    stats: { bytesScanned: 2048, executionTime: 12, rowCount },
  },
});
