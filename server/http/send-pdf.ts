import type { FastifyReply } from 'fastify';
import type { PrintedReport } from '../pdf/printed-reports.ts';

/** The report as a download under its own name. */
export const sendPdf = (reply: FastifyReply, pdf: PrintedReport): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${pdf.filename}"`)
    .send(Buffer.from(pdf.bytes));
