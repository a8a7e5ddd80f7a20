/** Under which tokens of a destination are kept. */
export const ownerOfDestination = (outputId: string): string => `destination:${outputId}`;

/** Under which tokens of a log source are kept. */
export const ownerOfSource = (sourceId: string): string => `source:${sourceId}`;
