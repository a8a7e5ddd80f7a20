/** What the product calls itself where a target asks who sends. */
export const productName = 'Margay';
