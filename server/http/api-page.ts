import fs from 'node:fs';
import path from 'node:path';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Its viewer writes styles into the page; nothing else is more allowed there than anywhere. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

/** The browsable page of the API under /api/docs, with the icon of the application in `webFolder` where it is built. */
export async function addApiPage(app: FastifyInstance, webFolder: string): Promise<void> {
  const icon = path.join(webFolder, 'icon.svg');
  const favicon = fs.existsSync(icon)
    ? [
        {
          filename: 'icon.svg',
          rel: 'icon',
          type: 'image/svg+xml',
          sizes: 'any',
          content: fs.readFileSync(icon, 'utf8'),
        },
      ]
    : [];
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    // Without the viewer's own bar and logo.
    uiConfig: { layout: 'BaseLayout' },
    theme: { title: 'LotLens API', favicon },
    uiHooks: {
      onRequest: (_request, reply, next) => {
        void reply.header('content-security-policy', PAGE_POLICY);
        next();
      },
    },
  });
}
