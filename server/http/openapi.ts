import type { SwaggerOptions, SwaggerTransformObject } from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  accessKeySchema,
  madeAccessKeySchema,
  makeAccessKeyRequestSchema,
  pairAnswerSchema,
  pairingCodeAnswerSchema,
  pairRequestSchema,
} from '../../contract/api/access-key-answers.ts';
import { API_TAGS } from '../../contract/api/api-call.ts';
import {
  compareLotRequestSchema,
  enterLotRequestSchema,
  handOverPhotoAnswerSchema,
  handOverPhotoRequestSchema,
  lotReportAnswerSchema,
  preflightSchema,
  scrapeAnswerSchema,
  scrapeListAnswerSchema,
  scrapeListRequestSchema,
  scrapeRequestSchema,
} from '../../contract/api/auction-answers.ts';
import * as consoleAnswers from '../../contract/api/operator/console-answers.ts';
import * as operator from '../../contract/api/operator/operator-answers.ts';
import * as quota from '../../contract/api/quota/quota-answers.ts';
import {
  reportDetailSchema,
  sharedReportSchema,
  supplierLinksAnswerSchema,
} from '../../contract/api/report-answers.ts';
import {
  batchAnswerSchema,
  batchRequestSchema,
  removeWaitingLotsRequestSchema,
  waitingLotSchema,
} from '../../contract/board/board-lots.ts';
import * as calls from '../../contract/calls.ts';
import {
  approvalRequestSchema,
  approvalSchema,
  approvedReportSchema,
} from '../../contract/claim/approval.ts';
import { auditTrailSchema } from '../../contract/claim/audit-trail.ts';
import { claimFileSchema, claimRequestSchema } from '../../contract/claim/claim-file.ts';
import { dealRequestSchema, dealSheetSchema } from '../../contract/deal/deal-sheet.ts';
import { keptDealerPartSchema, openedPageSchema } from '../../contract/dealer-page/opened-page.ts';
import { pastedNumbersAnswerSchema, pastedNumbersSchema } from '../../contract/dealer-page/pasted-numbers.ts';
import {
  comparedShareSchema,
  estimateComparisonSchema,
} from '../../contract/estimate-exchange/estimate-comparison.ts';
import { keptEstimateSchema } from '../../contract/estimate-exchange/kept-estimate.ts';
import { sentEstimateSchema } from '../../contract/estimate-exchange/sent-estimate.ts';
import * as commission from '../../contract/partners/commission.ts';
import * as feed from '../../contract/partners/feed.ts';
import * as offer from '../../contract/partners/offer.ts';
import * as partner from '../../contract/partners/partner.ts';
import * as quote from '../../contract/partners/quotes/quote.ts';
import * as sale from '../../contract/partners/sale.ts';
import * as webhook from '../../contract/programs/webhook.ts';
import { pushStateSchema, pushSubscriptionSchema } from '../../contract/push/push-subscription.ts';
import * as account from '../../contract/schemas/account.ts';
import { detectionSchema } from '../../contract/schemas/damage.ts';
import * as edit from '../../contract/schemas/edit-report.ts';
import { estimateLineSchema, estimateSchema } from '../../contract/schemas/estimate.ts';
import { reportFrameSchema } from '../../contract/schemas/events.ts';
import { lotImageSchema, lotSchema, odometerSchema } from '../../contract/schemas/lot.ts';
import { checkedNumberSchema, offerSchema, offersAnswerSchema } from '../../contract/schemas/offers.ts';
import { carPartSchema } from '../../contract/schemas/part.ts';
import { reportModelSchema, reportPhotoSchema } from '../../contract/schemas/report.ts';
import { vehicleSchema } from '../../contract/schemas/vehicle.ts';
import { compareLotAnswerSchema } from '../../contract/watch/lot-change.ts';
import { VERSION } from '../process/version.ts';
import { EXAMPLES } from './openapi-examples.ts';
import { failureSchema } from './register-call.ts';

/** The schemas that stand by name in the OpenAPI file; every other one stands where it is used. */
export const NAMED = {
  Error: failureSchema,
  Message: account.messageAnswerSchema,
  TokenRequest: account.tokenRequestSchema,
  Tokens: account.tokenAnswerSchema,
  RegisterRequest: account.registerRequestSchema,
  RegisteredAccount: account.registerAnswerSchema,
  RefreshRequest: account.refreshRequestSchema,
  VerifyEmailRequest: account.verifyEmailRequestSchema,
  VerifiedEmail: account.verifyEmailAnswerSchema,
  EmailRequest: account.emailOnlyRequestSchema,
  ResetPasswordRequest: account.resetPasswordRequestSchema,
  ChangePasswordRequest: account.changePasswordRequestSchema,
  EditProfileRequest: account.editProfileRequestSchema,
  DeleteAccountRequest: account.deleteAccountRequestSchema,
  User: account.userSchema,
  Preferences: account.preferencesSchema,
  EditPreferencesRequest: account.editPreferencesRequestSchema,
  StoppedMails: account.unsubscribeAnswerSchema,
  Quota: account.quotaSchema,
  Session: account.sessionSchema,
  AccessKey: accessKeySchema,
  MakeAccessKeyRequest: makeAccessKeyRequestSchema,
  MadeAccessKey: madeAccessKeySchema,
  PairingCode: pairingCodeAnswerSchema,
  PairRequest: pairRequestSchema,
  PairedExtension: pairAnswerSchema,
  MakeWebhookRequest: webhook.makeWebhookRequestSchema,
  MadeWebhook: webhook.madeWebhookSchema,
  EditWebhookRequest: webhook.editWebhookRequestSchema,
  Webhook: webhook.webhookSchema,
  WebhookList: webhook.webhookListSchema,
  WebhookMessage: webhook.webhookMessageSchema,
  PushSubscriptionRequest: pushSubscriptionSchema,
  PushState: pushStateSchema,
  OperatorSession: operator.operatorSessionSchema,
  OperatorCodeRequest: operator.operatorCodeRequestSchema,
  Setup: operator.setupSchema,
  SetupSource: operator.setupSourceSchema,
  SaveKeysRequest: operator.saveKeysRequestSchema,
  SavedKeys: operator.savedKeysSchema,
  TestSourceRequest: operator.testSourceRequestSchema,
  TestedSource: operator.testedSourceSchema,
  OperatorOverview: consoleAnswers.operatorOverviewSchema,
  UserList: consoleAnswers.userListSchema,
  OperatorUser: consoleAnswers.operatorUserSchema,
  GrantUserRequest: consoleAnswers.grantUserRequestSchema,
  EndedSessions: consoleAnswers.endedSessionsSchema,
  OperatorReportList: consoleAnswers.operatorReportListSchema,
  OperatorReport: consoleAnswers.operatorReportDetailSchema,
  RetriedReport: consoleAnswers.retriedReportSchema,
  OperatorUse: consoleAnswers.operatorUseSchema,
  OperatorQueue: consoleAnswers.operatorQueueSchema,
  Switch: consoleAnswers.switchSchema,
  TurnSwitchRequest: consoleAnswers.turnSwitchRequestSchema,
  AuditLog: consoleAnswers.auditLogSchema,
  ApplyAsPartnerRequest: partner.applicationSchema,
  EditPartnerRequest: partner.partnerProfileSchema,
  Partner: partner.partnerSchema,
  PartnerList: partner.partnerListSchema,
  DecidePartnerRequest: partner.partnerDecisionSchema,
  PartnerFile: commission.partnerFileSchema,
  PartnerFeed: feed.partnerFeedSchema,
  SendFeedRequest: feed.sentFeedSchema,
  FeedAddressRequest: feed.feedAddressSchema,
  PartnerStock: feed.stockListSchema,
  PartnerOffers: offer.partnerOffersSchema,
  PartnerOffer: offer.partnerOfferSchema,
  AskForQuotesRequest: quote.askForQuotesSchema,
  QuoteRequested: quote.quoteRequestSchema,
  ReportQuotes: quote.reportQuotesSchema,
  AnswerQuoteRequest: quote.answerQuoteSchema,
  AskedQuote: quote.askedQuoteSchema,
  OwnQuotes: quote.ownQuotesSchema,
  CorrectionRequest: commission.correctionSchema,
  SettleDisputeRequest: commission.settleDisputeSchema,
  MarkPaidRequest: commission.markPaidSchema,
  TakenSale: sale.saleAnswerSchema,
  SalesSecret: commission.salesSecretSchema,
  SalesListRequest: sale.salesListSchema,
  SalesListOutcome: sale.salesListAnswerSchema,
  PartnerStatement: commission.partnerStatementSchema,
  PartnerStatements: commission.statementListSchema,
  PartnerMonth: commission.statementFileSchema,
  Dispute: commission.disputeSchema,
  OpenDisputeRequest: commission.openDisputeSchema,
  DisputeNoteRequest: commission.addNoteSchema,
  QuotaOffer: quota.quotaOfferSchema,
  CheckoutRequest: quota.checkoutRequestSchema,
  PaymentPage: quota.paymentPageSchema,
  AskForReportsRequest: quota.askForReportsSchema,
  OpenQuotaRequest: quota.openRequestSchema,
  TakenPaymentEvent: quota.eventAnswerSchema,
  QuotaRequest: quota.quotaRequestSchema,
  GrantRequest: quota.grantRequestSchema,
  Grant: quota.grantAnswerSchema,
  ScrapeRequest: scrapeRequestSchema,
  ScrapedLot: scrapeAnswerSchema,
  ScrapeListRequest: scrapeListRequestSchema,
  ScrapedList: scrapeListAnswerSchema,
  Preflight: preflightSchema,
  LotReport: lotReportAnswerSchema,
  HandOverPhotoRequest: handOverPhotoRequestSchema,
  HandedOverPhoto: handOverPhotoAnswerSchema,
  EnterLotRequest: enterLotRequestSchema,
  ProcessReportRequest: calls.processReportRequestSchema,
  StartedReport: calls.processReportAnswerSchema,
  GenerateReportRequest: calls.generateReportRequestSchema,
  BatchRequest: batchRequestSchema,
  Batch: batchAnswerSchema,
  CompareLotRequest: compareLotRequestSchema,
  ComparedLot: compareLotAnswerSchema,
  WaitingLot: waitingLotSchema,
  RemoveWaitingLotsRequest: removeWaitingLotsRequestSchema,
  MarkReportsRequest: calls.markReportsRequestSchema,
  ExportReportsRequest: calls.exportReportsRequestSchema,
  SelectedReportsRequest: calls.selectedReportsRequestSchema,
  ReportListItem: calls.reportListItemSchema,
  ReportDetail: reportDetailSchema,
  ReportShare: calls.reportShareSchema,
  ShareRequest: calls.shareRequestSchema,
  SiteInfo: calls.siteInfoSchema,
  LiveTicket: calls.wsTicketAnswerSchema,
  ReportFrame: reportFrameSchema,
  Health: calls.healthSchema,
  ApprovalRequest: approvalRequestSchema,
  Approval: approvalSchema,
  ApprovedReport: approvedReportSchema,
  AuditTrail: auditTrailSchema,
  ClaimRequest: claimRequestSchema,
  Claim: claimFileSchema,
  DealRequest: dealRequestSchema,
  Deal: dealSheetSchema,
  EditLinesRequest: edit.editLinesRequestSchema,
  RecalculateRequest: edit.recalculateRequestSchema,
  RecalculatedReport: edit.recalculateAnswerSchema,
  EditedReport: edit.editLinesAnswerSchema,
  SharedReport: sharedReportSchema,
  ReportVersion: edit.reportVersionSchema,
  CarPart: carPartSchema,
  Report: reportModelSchema,
  ReportPhoto: reportPhotoSchema,
  Lot: lotSchema,
  LotImage: lotImageSchema,
  Odometer: odometerSchema,
  Vehicle: vehicleSchema,
  Detection: detectionSchema,
  Estimate: estimateSchema,
  EstimateLine: estimateLineSchema,
  Offers: offersAnswerSchema,
  SupplierLinks: supplierLinksAnswerSchema,
  SentEstimateRequest: sentEstimateSchema,
  KeptEstimate: keptEstimateSchema,
  OpenedPageRequest: openedPageSchema,
  KeptDealerPart: keptDealerPartSchema,
  PastedNumbersRequest: pastedNumbersSchema,
  AddedNumbers: pastedNumbersAnswerSchema,
  EstimateComparison: estimateComparisonSchema,
  ComparedShare: comparedShareSchema,
  CheckedNumber: checkedNumberSchema,
  Offer: offerSchema,
} as const satisfies Record<keyof typeof EXAMPLES, z.ZodType> & Record<string, z.ZodType>;

const DESCRIPTION = `Auction lot link in, damage and parts report out.

The main job: \`signIn\`, \`scrapeLot\`, \`processReport\`, then \`getReport\` until its \`task_status\` is \`finished\`, then
\`generateReport\` for the PDF. \`readSampleReport\` shows a whole report without an account. Live updates come over a WebSocket; its protocol stands in docs/api.md.

Every answer has an \`x-request-id\`: the one that was sent (1 to 64 letters, digits and \`. _ ~ -\`), or one of ours; name it when you ask for help. A W3C
\`traceparent\` that is sent is gone on with.`;

/** The settings of the OpenAPI file; its paths come from the routes as they are registered. */
export function openApi(): SwaggerOptions {
  const schemaRegistry = z.registry<{ id: string; examples?: readonly unknown[] }>();
  const examples: Partial<Record<string, unknown>> = EXAMPLES;
  for (const [id, schema] of Object.entries(NAMED))
    schemaRegistry.add(schema, id in examples ? { id, examples: [examples[id]] } : { id });
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'LotLens',
        version: VERSION,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'This installation' }],
      tags: Object.entries(API_TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          access_key: {
            type: 'http',
            scheme: 'bearer',
            description: 'An access key of the account (`makeAccessKey`), with the scope that a call names.',
          },
        },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: (document) => nameOnce(createJsonSchemaTransformObject({ schemaRegistry })(document)),
  };
}

/** Every named schema comes as it is sent (`…Input`) and as it is answered: ours is either a request or an answer. */
function nameOnce(document: ReturnType<SwaggerTransformObject>): ReturnType<SwaggerTransformObject> {
  if (!('components' in document)) return document;
  const schemas: Record<string, unknown> = { ...document.components?.schemas };
  for (const name of Object.keys(NAMED)) delete schemas[name.endsWith('Request') ? name : `${name}Input`];
  const text = JSON.stringify({ ...document, components: { ...document.components, schemas } });
  return JSON.parse(text.replaceAll(/(\w+Request)Input\b/g, '$1'));
}
