export * from './s3-server.ts';
