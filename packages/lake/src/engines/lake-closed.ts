import { MargayError } from '@margay/kit';

export const lakeClosed = () =>
  new MargayError('upstream', 'The data lake is closed because the process is stopping.', {
    code: 'DataLakeUnavailable',
    status: 503,
  });
