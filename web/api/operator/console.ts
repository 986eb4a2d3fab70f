import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as api from '../../../contract/api/operator/console-calls.ts';
import { grantQuotaRequest, quotaRequests } from '../../../contract/api/quota/quota-calls.ts';
import type { SwitchName } from '../../../contract/operator/switches.ts';
import type { ReportOutcome } from '../../../contract/report-status.ts';
import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { readSession } from '../session/session-store.ts';

const key = (...parts: unknown[]): unknown[] => ['console', readSession()?.userEmail ?? null, ...parts];
/** Whatever was done, every section is asked anew. */
const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['console'] });
/** What is seen is of now: an operator acts on it. */
const fresh = { staleTime: 0 } as const;

export const overviewQuery = () =>
  queryOptions({
    queryKey: key('overview'),
    queryFn: () => call(api.operatorOverview),
    refetchInterval: 15_000,
    ...fresh,
  });
export const asksQuery = () =>
  queryOptions({ queryKey: key('asks'), queryFn: () => call(quotaRequests), ...fresh });
export const useQueryOfDays = () =>
  queryOptions({ queryKey: key('use'), queryFn: () => call(api.operatorUse), ...fresh });
export const queueQuery = () =>
  queryOptions({ queryKey: key('queue'), queryFn: () => call(api.operatorQueue), ...fresh });
export const switchesQuery = () =>
  queryOptions({ queryKey: key('switches'), queryFn: () => call(api.switches), ...fresh });
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: key('user', userId),
    queryFn: () => call(api.operatorUser, { params: { user_id: userId } }),
    ...fresh,
  });
export const runQuery = (reportId: string) =>
  queryOptions({
    queryKey: key('run', reportId),
    queryFn: () => call(api.operatorReport, { params: { report_id: reportId } }),
    ...fresh,
  });

type Page = { next_cursor: string | null };
const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: Page) => next_cursor ?? undefined,
};

export const usersQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: key('users', text),
    queryFn: ({ pageParam }) =>
      call(api.operatorUsers, {
        query: {
          ...(text === '' ? {} : { text }),
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
      }),
    ...paged,
    ...fresh,
  });

export type RunFilter = {
  outcome?: ReportOutcome | undefined;
  error_code?: string | undefined;
  user_id?: string | undefined;
};
export const runsQuery = (filter: RunFilter) =>
  infiniteQueryOptions({
    queryKey: key('runs', filter),
    queryFn: ({ pageParam }) =>
      call(api.operatorReports, {
        query: { ...filter, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    ...paged,
    ...fresh,
  });

export const auditQuery = ({ action, about }: { action: string; about: string }) =>
  infiniteQueryOptions({
    queryKey: key('audit', action, about),
    queryFn: ({ pageParam }) =>
      call(api.auditLog, {
        query: {
          ...(action === '' ? {} : { action }),
          ...(about === '' ? {} : { about }),
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
      }),
    ...paged,
    ...fresh,
  });

/** Gives what was asked for, or so many. */
export async function grantAsk(requestId: string, reports: number): Promise<void> {
  await call(grantQuotaRequest, { params: { request_id: requestId }, json: { reports } });
  await readAgain();
}

/** Gives a user reports; answers how many they have now. */
export async function giveReports(userId: string, reports: number, reason: string): Promise<number> {
  const given = await call(api.grantUser, { params: { user_id: userId }, json: { reports, reason } });
  await readAgain();
  return given.available_reports;
}

/** Signs a user out everywhere; answers how many sessions ended. */
export async function endUserSessions(userId: string): Promise<number> {
  const { ended } = await call(api.endUserSessions, { params: { user_id: userId } });
  await readAgain();
  return ended;
}

/** Runs a failed report anew; answers the id of the one in its place. */
export async function retryForUser(reportId: string): Promise<string> {
  const made = await call(api.retryForUser, { params: { report_id: reportId } });
  await readAgain();
  return made.report_id;
}

export async function sendMailAgain(mailId: string): Promise<void> {
  await call(api.sendMailAgain, { params: { mail_id: mailId } });
  await readAgain();
}

export async function turnSwitch(name: SwitchName, on: boolean): Promise<void> {
  await call(api.turnSwitch, { params: { name }, json: { on } });
  await readAgain();
}
