import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId } from 'react';
import type { Approval } from '../../../contract/claim/approval.ts';
import { ApiError } from '../../api/api-error.ts';
import { approvalsQuery, approveVersion, downloadApproved } from '../../api/reports/claim.ts';
import { DownloadButton } from '../../report-list/download-button.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { inputLook } from '../../ui/form/field.tsx';
import { dollars, shortDay } from '../../ui/money.ts';

type Props = { reportId: string; version: number };

/** The versions that were approved, and the approval of the one on the page. */
export function Approvals({ reportId, version }: Props) {
  const { data: approvals = [], isError } = useQuery(approvalsQuery(reportId));
  const note = useId();
  const approving = useMutation({
    mutationFn: (words: string) => approveVersion(reportId, { version, note: words === '' ? null : words }),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    approving.mutate(String(new FormData(event.currentTarget).get('note') ?? '').trim());
  };
  const conflict = approving.error instanceof ApiError && approving.error.code === 'version_conflict';
  return (
    <div className="text-sm">
      <h3 className="font-medium">Approval</h3>
      <p className="text-muted">
        Approving keeps this version, with its claim, as it stands. Later changes make a new version; what is
        approved stays.
      </p>
      {isError ? (
        <FormMessage kind="error">The approved versions could not be read. Please try again.</FormMessage>
      ) : null}
      {approvals.length > 0 ? (
        <ul className="mt-2 divide-y divide-rule border-y border-rule">
          {approvals.map((approval) => (
            <ApprovedRow key={approval.approval_id} approval={approval} />
          ))}
        </ul>
      ) : null}
      <form className="mt-3 mb-2 grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]" onSubmit={submit}>
        <div className="grid gap-1.5">
          <label htmlFor={note} className="font-medium">
            Note on the approval
          </label>
          <textarea id={note} name="note" rows={2} maxLength={1_000} className={`${inputLook} py-2`} />
        </div>
        <Button type="submit" busy={approving.isPending}>
          Approve version {version}
        </Button>
      </form>
      {approving.isError ? (
        <FormMessage kind="error">
          {conflict
            ? 'This report was edited elsewhere in the meantime. Load it again and look before you approve it.'
            : 'That was not approved. Please try again.'}
        </FormMessage>
      ) : null}
      {approving.isSuccess ? (
        <FormMessage kind="done">Version {approving.data.version} is approved.</FormMessage>
      ) : null}
    </div>
  );
}

function ApprovedRow({ approval }: { approval: Approval }) {
  const { approval_id, report_id, version, approved_at, approved_by, note, total_cost, sha256 } = approval;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div className="mr-auto min-w-0">
        <p className="figures wrap-anywhere">
          <span className="font-medium">Version {version}</span>, {dollars(total_cost)}, approved by{' '}
          {approved_by} on {shortDay(approved_at)}
        </p>
        {note === null ? null : <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
        <p className="text-muted" title={`SHA-256 ${sha256}`}>
          Fingerprint {sha256.slice(0, 16)}
        </p>
      </div>
      <Link
        to="/reports/$reportId"
        params={{ reportId: report_id }}
        search={{ approved: approval_id }}
        className={buttonLook('quiet')}
      >
        Open<span className="sr-only"> version {version} as approved</span>
      </Link>
      <DownloadButton
        look="quiet"
        label={
          <span>
            PDF<span className="sr-only"> of version {version} as approved</span>
          </span>
        }
        fetchFile={() => downloadApproved(report_id, approval_id)}
      />
    </li>
  );
}
