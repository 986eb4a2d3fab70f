import type { FastifyRequest } from 'fastify';

/** A browser looks ahead, or only the head is asked for: nobody has clicked. */
export const isAskedAhead = ({ headers, method }: FastifyRequest): boolean =>
  headers['sec-purpose'] !== undefined || method === 'HEAD';
