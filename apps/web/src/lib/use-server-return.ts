import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Calls back each time the server answers again after it was away. */
export function useServerReturn(onReturn: () => void): void {
  const { server } = useRouter().options.context;
  const report = useEffectEvent(onReturn);
  useEffect(() => server.onReturn(() => report()), [server]);
}
