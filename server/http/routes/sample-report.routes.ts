import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as api from '../../../contract/api.ts';
import { FIRST_SIZES } from '../../../contract/facts/photo-sizes.ts';
import { SERVICE } from '../../concurrency/work-caller.ts';
import { AppError } from '../../errors.ts';
import type { PhotoTools } from '../../lots/lot-photos.ts';
import type { PrintedReports } from '../../pdf/printed-reports.ts';
import { readSamplePhoto, readSampleReport } from '../../reports/sample-report.ts';
import { registerCall } from '../register-call.ts';
import { sendPdf } from '../send-pdf.ts';

type Body = { plain: Buffer; zipped: Buffer; tag: string };

async function sampleBody(): Promise<Body> {
  const plain = Buffer.from(JSON.stringify(await readSampleReport()));
  const tag = `"${createHash('sha256').update(plain).digest('hex').slice(0, 24)}"`;
  return { plain, zipped: await promisify(gzip)(plain), tag };
}

function sendBody(headers: FastifyRequest['headers'], reply: FastifyReply, body: Body): FastifyReply {
  const { plain, zipped, tag } = body;
  void reply.headers({ 'cache-control': 'public, no-cache', etag: tag, vary: 'accept-encoding' });
  if (headers['if-none-match'] === tag) return reply.status(304).send();
  void reply.type('application/json; charset=utf-8');
  return /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
    ? reply.header('content-encoding', 'gzip').send(zipped)
    : reply.send(plain);
}

/** The sample report that everybody may see, in every mode: its model, its PDF and its photos. */
export const sampleReportRoutes =
  (tools: { printed: PrintedReports; photos: Pick<PhotoTools, 'readerFor'> }): FastifyPluginAsync =>
  async (app) => {
    let body: Promise<Body> | undefined;

    registerCall(app, tools, api.sampleReport, async (request, reply) => {
      body ??= sampleBody();
      // Bytes as they are: made once, they pass the schema by being read through it.
      return sendBody(request.headers, reply as unknown as FastifyReply, await body);
    });

    // One print for everybody who asks: nobody’s turn but the service’s own.
    registerCall(app, tools, api.samplePdf, async (_, reply) =>
      sendPdf(
        reply,
        await tools.printed.pdfOf(SERVICE, await readSampleReport(), { path: '/#sample-report' }),
      ),
    );

    registerCall(app, tools, api.samplePhoto, async (request, reply) => {
      const size = FIRST_SIZES.find((name) => request.params.file === `${name}.jpg`) ?? 'full';
      const bytes = await readSamplePhoto(tools.photos.readerFor(SERVICE), request.params.photo, size);
      if (bytes === null) throw new AppError('not_found', 'There is no such photo.');
      return reply.type('image/jpeg').header('cache-control', 'public, max-age=86400').send(bytes);
    });
  };
