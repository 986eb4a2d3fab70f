import * as calls from '../calls.ts';
import { type ApiCall, SITE_INFO } from './api-call.ts';
import { supplierOutPathSchema, supplierOutQuerySchema } from './site-answers.ts';

/** Photos, suppliers, and what the pages and probes need to know of this installation. */

const JPEG = ['image/jpeg'] as const;

export const samplePhoto = {
  method: 'GET',
  path: '/sample_report/photos/:photo/:file',
  auth: 'none',
  operation: 'readSamplePhoto',
  tag: 'sample',
  summary: 'A photo of the sample report',
  params: calls.samplePhotoPathSchema,
  answer: JPEG,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const photo = {
  method: 'GET',
  path: '/photos/:photo_id/:file',
  auth: 'none',
  operation: 'readPhoto',
  tag: 'photos',
  summary: 'A photo of a lot, by its unguessable id',
  params: calls.photoPathSchema,
  answer: JPEG,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const supplierOut = {
  method: 'GET',
  path: '/suppliers/out/:id',
  auth: 'none',
  operation: 'goToSupplier',
  tag: 'suppliers',
  summary: 'Go to a supplier, by OEM number or by words; the click is counted',
  params: supplierOutPathSchema,
  query: supplierOutQuerySchema,
  answer: null,
  status: 302,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const siteInfo = {
  ...SITE_INFO,
  operation: 'readSiteInfo',
  tag: 'site',
  summary: 'Addresses and sample lots of this installation',
  answer: calls.siteInfoSchema,
  errors: [],
} as const satisfies ApiCall;

export const isLive = {
  method: 'GET',
  path: '/health/live',
  at_root: true,
  auth: 'none',
  operation: 'isLive',
  tag: 'health',
  summary: 'Alive',
  description: 'The process answers.',
  answer: calls.healthSchema,
  errors: [],
} as const satisfies ApiCall;

export const isReady = {
  method: 'GET',
  path: '/health/ready',
  at_root: true,
  auth: 'none',
  operation: 'isReady',
  tag: 'health',
  summary: 'Ready for work',
  description: 'It can do its work: 503 while it stops or its database is away.',
  answer: calls.healthSchema,
  errors: [],
} as const satisfies ApiCall;
