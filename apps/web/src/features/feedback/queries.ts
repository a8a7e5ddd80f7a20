import { useMutation } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { gql } from '../../lib/graphql/gql.ts';

export interface Feedback {
  featureName: string;
  feedbackText: string;
  /** 1 to 5; null when it was not rated. */
  featureUsefulness: number | null;
  locationUrl: string;
  /** Of the window, in CSS pixels. */
  screenWidth: number;
}

const sendDocument = gql(`mutation SendUserFeedback($input: SendUserFeedbackInput!) {
  sendUserFeedback(input: $input) { id } }`);

/** Keeps what a person says about a feature, on this installation. */
export function useSendFeedback() {
  const graphql = useGraphql();
  return useMutation({
    mutationFn: (input: Feedback) => graphql.request(sendDocument, { input: { ...input } }),
  });
}
