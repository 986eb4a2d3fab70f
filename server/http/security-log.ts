import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../contract/refusals/error-status.ts';
import { loggablePath } from '../log.ts';

/** What an operator looks for after an incident; names follow OWASP's logging vocabulary. */
export type SecurityEvent =
  | 'authn_login_success'
  | 'authn_logout'
  | 'authn_password_change'
  | 'authn_password_reset'
  | 'user_created'
  | 'user_verified'
  | 'user_deleted'
  | 'sessions_revoked'
  | 'access_key_made'
  | 'access_key_revoked'
  | 'webhook_made'
  | 'webhook_removed'
  | 'operator_confirmed'
  | 'source_keys_saved'
  | 'source_keys_deleted'
  | 'reports_granted'
  | 'sessions_ended_by_operator'
  | 'report_retried_by_operator'
  | 'switch_turned'
  | 'sales_secret_made'
  | 'partner_decided';

/** Refusals worth a line, by their code. */
const REFUSALS: Partial<Record<ErrorCode, string>> = {
  authentication_failed: 'authn_login_fail',
  verification_required: 'authn_login_fail',
  invalid_token: 'authn_token_refused',
  token_reused: 'authn_token_reuse',
  forbidden: 'cross_site_refused',
  insufficient_scope: 'authz_fail_scope',
  second_factor_required: 'authz_fail_second_factor',
  rate_limited: 'excess_rate_limit_exceeded',
  not_found: 'authz_fail_or_unknown',
  quota_exceeded: 'quota_exceeded',
};

/** Notes that something about an account was done; ids only, never an address of mail, a password or a token. */
export function noteEvent(request: FastifyRequest, event: SecurityEvent, userId?: string): void {
  request.log.info({ event, ...(userId ? { user_id: userId } : {}), address: request.ip }, 'security');
}

/** Notes a refused call. */
export function noteRefusal(request: FastifyRequest, code: ErrorCode): void {
  const event = REFUSALS[code];
  if (event)
    request.log.warn(
      { event, reason: code, method: request.method, path: loggablePath(request.url), address: request.ip },
      'security',
    );
}
