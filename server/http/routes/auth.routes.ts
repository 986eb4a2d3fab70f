import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as api from '../../../contract/api.ts';
import type { MailSetting } from '../../../contract/schemas/account.ts';
import type { AccountTools } from '../../accounts/account-tools.ts';
import { countLimited, countMailAsked } from '../../accounts/limits.ts';
import { changePassword, forgotPassword, resetPassword } from '../../accounts/recovery/change-password.ts';
import { resendVerification, verifyEmail } from '../../accounts/recovery/verify-email.ts';
import { refreshSession } from '../../accounts/session/refresh-session.ts';
import { signIn } from '../../accounts/session/sign-in.ts';
import { signUp } from '../../accounts/sign-up.ts';
import { unsubscribe } from '../../accounts/unsubscribe.ts';
import { once } from '../../db/accounts/idempotency.ts';
import { endSessions } from '../../db/accounts/sessions.ts';
import { emailKeyOf } from '../../db/accounts/users.ts';
import { AppError } from '../../errors.ts';
import { type AuthenticationTools, callerOf, REFRESH_COOKIE } from '../authenticate.ts';
import { keyedCall } from '../limits/idempotency-key.ts';
import { limitCall, refusePastAny } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { noteEvent } from '../security-log.ts';

const COOKIE_SECONDS = 14 * 86_400;
const FORGOT_MESSAGE = 'If a matching account exists, a password reset email has been sent.';
const STOPPED: Record<MailSetting, string> = {
  report_ready: 'You will get no more emails when a report is ready.',
  report_failed: 'You will get no more emails when a report fails.',
  report_shared: 'You will get no more emails when a link to a report is made.',
  lot_changed: 'You will get no more emails when a lot on your board has changed.',
  sale_soon: 'You will get no more emails before a lot on your board is sold.',
};
const RESEND_MESSAGE = 'If the account exists and is not verified yet, a verification email has been sent.';

/** Sign-up to sign-out (docs/product.md). */
export const authRoutes =
  (tools: AccountTools & AuthenticationTools): FastifyPluginAsync =>
  async (app) => {
    // The cookie needs https (its name says so); over plain http the body's token is all there is.
    const giveCookie = (request: FastifyRequest, reply: FastifyReply, token: string | null): void => {
      if (request.protocol !== 'https') return;
      const shared = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' as const };
      if (token === null) void reply.clearCookie(REFRESH_COOKIE, shared);
      else void reply.setCookie(REFRESH_COOKIE, token, { ...shared, maxAge: COOKIE_SECONDS });
    };

    const visitor = ({ ip }: FastifyRequest) => ({ userId: null, address: ip });
    /** Counted alike for known and unknown accounts. */
    const limitMail = async (request: FastifyRequest, reply: FastifyReply, kind: string, email: string) => {
      const account = `${kind}:${emailKeyOf(email)}`;
      refusePastAny(reply, [
        await countLimited(tools.pool, 'mail_link', visitor(request)),
        await countMailAsked(tools.pool, { address: request.ip, account }),
      ]);
    };

    registerCall(app, tools, api.token, async (request, reply) => {
      const answer = await signIn(
        tools,
        { email: request.body.username, password: request.body.password },
        callerOf(request),
      );
      giveCookie(request, reply, answer.refresh_token);
      noteEvent(request, 'authn_login_success');
      return answer;
    });

    registerCall(app, tools, api.refresh, async (request, reply) => {
      const token = request.body?.refresh_token ?? request.cookies[REFRESH_COOKIE];
      if (!token) throw new AppError('invalid_token', 'Your session has ended. Please sign in again.');
      const answer = await refreshSession(tools, token);
      giveCookie(request, reply, answer.refresh_token);
      return answer;
    });

    registerCall(app, tools, api.logout, async (request, reply, account) => {
      await tools.sessionsEnded(
        await endSessions(tools.pool, account.userId, 'signed out', { only: account.sessionId }),
      );
      noteEvent(request, 'authn_logout', account.userId);
      giveCookie(request, reply, null);
      void reply.header('clear-site-data', '"cache", "storage"');
      return { message: 'Signed out.' };
    });

    registerCall(app, tools, api.register, async (request, reply) => {
      // The password stays out of what is kept of the call: its hash here would be a fast one.
      const { password: _, ...person } = request.body;
      const call = await keyedCall(request, visitor(request), () => person);
      await limitCall(tools.pool, reply, 'register', visitor(request));
      const { email } = await once(tools.pool, call, () => signUp(tools, request.body, callerOf(request)));
      noteEvent(request, 'user_created');
      return reply
        .status(201)
        .send({ email, message: 'Account created. Please check your email to verify your account.' });
    });

    registerCall(app, tools, api.verifyEmail, async (request) => {
      const email = await verifyEmail(tools, request.body.code, callerOf(request));
      noteEvent(request, 'user_verified');
      return { email, message: 'Email verified successfully.' };
    });

    registerCall(app, tools, api.resendVerification, async (request, reply) => {
      await limitMail(request, reply, 'verify_email', request.body.email);
      await resendVerification(tools, request.body.email);
      return { message: RESEND_MESSAGE };
    });

    // Its body is not read; without a parser of its own it would be refused.
    app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async () => null);
    registerCall(app, tools, api.unsubscribe, async (request) => {
      const mail = await unsubscribe(tools.pool, request.query.token);
      return { mail, message: STOPPED[mail] };
    });

    registerCall(app, tools, api.unsubscribePage, async (request, reply) =>
      reply.redirect(`/unsubscribe?token=${encodeURIComponent(request.query.token)}`, 302),
    );

    registerCall(app, tools, api.forgotPassword, async (request, reply) => {
      await limitMail(request, reply, 'reset_password', request.body.email);
      await forgotPassword(tools, request.body.email);
      return { message: FORGOT_MESSAGE };
    });

    registerCall(app, tools, api.resetPassword, async (request) => {
      await resetPassword(
        tools,
        { token: request.body.token, newPassword: request.body.new_password },
        callerOf(request),
      );
      noteEvent(request, 'authn_password_reset');
      return { message: 'Password reset successfully' };
    });

    registerCall(app, tools, api.changePassword, async (request, _reply, account) => {
      await changePassword(
        tools,
        account,
        { oldPassword: request.body.old_password, newPassword: request.body.new_password },
        callerOf(request),
      );
      noteEvent(request, 'authn_password_change', account.userId);
      return { message: 'Password changed successfully.' };
    });
  };
