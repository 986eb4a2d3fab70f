/**
 * Every call of the API, one export a row: the server's routes, the web client and the OpenAPI file are made from it. A new call is
 * a row here, its handler in server/http/routes and its row in tests/service/access-matrix.test.ts. Pages take the room they need, for
 * the shape of a whole report takes a browser as long to build as all others together.
 */
export * from './api/access-key-calls.ts';
export * from './api/account-calls.ts';
export * from './api/auction-calls.ts';
export * from './api/board/board-calls.ts';
export * from './api/operator/console-calls.ts';
export * from './api/operator/operator-calls.ts';
export * from './api/partners/commission-calls.ts';
export * from './api/partners/offer-calls.ts';
export * from './api/partners/operator-commission-calls.ts';
export * from './api/partners/partner-calls.ts';
export * from './api/partners/quote-calls.ts';
export * from './api/partners/stock-calls.ts';
export * from './api/programs/webhook-calls.ts';
export * from './api/push-calls.ts';
export * from './api/quota/quota-calls.ts';
export * from './api/report-calls.ts';
export * from './api/reports-calls.ts';
export * from './api/site-calls.ts';
