import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Claim } from '../../../contract/claim/claim-file.ts';
import { type ClaimRow, claimView } from '../../../contract/report-view/claim/claim-words.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { claimQuery, downloadAuditTrail, downloadClaim, saveClaim } from '../../api/reports/claim.ts';
import { DownloadButton } from '../../report-list/download-button.tsx';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useLineEditingContext } from '../editing/line-editing.tsx';
import { InsurerChoice } from '../settings/insurer-choice.tsx';
import { LossForm } from '../settings/own-loss.tsx';
import { Approvals } from './approvals.tsx';

type Props = { reportId: string; report: ReportModel };

/** What is noted of the claim, what the report says for it, and what would turn that. */
export function ClaimFileView({ reportId, report }: Props) {
  const { data: claim, isError } = useQuery(claimQuery(reportId));
  if (isError) return <FormMessage kind="error">The claim could not be read. Please try again.</FormMessage>;
  if (!claim) return <p className="py-3 text-sm text-muted">Opening the claim …</p>;
  const view = claimView({ ...report, claim });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-3">
      <ClaimForm reportId={reportId} claim={claim} />
      <div>
        <h3 className="font-medium">Total loss</h3>
        <p className="figures text-lg font-semibold">{view.verdict}</p>
        <InsurerChoice estimate={report.estimate} />
        <ul className="figures mt-1 list-disc pl-5 text-sm">
          {view.tips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      </div>
      <div className="grid gap-x-10 gap-y-5 md:grid-cols-2">
        <Rows title="What it goes by" rows={view.facts} />
        <div className="grid content-start gap-5">
          <Rows title="Evidence that moves the repair most" rows={view.evidence} />
          <div>
            <Rows title="To pay" rows={view.payments} />
            <p className="mt-1 text-sm text-muted">{view.note}</p>
          </div>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <OwnFigures report={report} />
        <DownloadButton
          look="quiet"
          label="The whole file as PDF"
          fetchFile={() => downloadClaim(reportId)}
        />
        <DownloadButton
          look="quiet"
          label="Audit trail as CSV"
          fetchFile={() => downloadAuditTrail(reportId)}
        />
      </div>
      <Approvals reportId={reportId} version={report.edit?.version ?? 0} />
    </div>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly ClaimRow[] }) {
  if (rows.length === 0) return null;
  return (
    <div className="text-sm">
      <h3 className="font-medium">{title}</h3>
      <dl className="divide-y divide-rule border-y border-rule">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <dt className="min-w-0 text-muted wrap-anywhere">{label}</dt>
            <dd className="figures ml-auto text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function ClaimForm({ reportId, claim }: { reportId: string; claim: Claim }) {
  const saving = useMutation({ mutationFn: (wanted: Claim) => saveClaim(reportId, wanted) });
  const form = useSchemaForm(async () => (await import('./claim-rules.ts')).claimRules, {
    number: claim.number ?? '',
    deductible: claim.deductible?.toString() ?? '',
  });
  const submit = form.submit(async (wanted) => saving.mutate(wanted));
  return (
    <form noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto]">
        <Field
          label="Claim number"
          autoComplete="off"
          fault={form.faultOf('number')}
          {...form.field('number')}
        />
        <Field
          label="Deductible, $"
          inputMode="decimal"
          autoComplete="off"
          fault={form.faultOf('deductible')}
          {...form.field('deductible')}
        />
        <Button type="submit" look="quiet" busy={saving.isPending} className="sm:mt-7">
          Save
        </Button>
      </div>
      {saving.isError ? <FormMessage kind="error">That was not saved. Please try again.</FormMessage> : null}
      {saving.isSuccess ? <FormMessage kind="done">Saved.</FormMessage> : null}
    </form>
  );
}

/** Value, salvage bid and state of one's own: the settings of the estimate, set from here. */
function OwnFigures({ report: { estimate } }: { report: ReportModel }) {
  const editing = useLineEditingContext();
  const [open, setOpen] = useState(false);
  if (editing === null) return null;
  if (!open)
    return (
      <Button look="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        Enter value, salvage bid and state
      </Button>
    );
  return (
    <LossForm
      given={estimate.scenario?.set.loss}
      onSet={(loss) => {
        setOpen(false);
        void editing.edit([{ kind: 'scenario', set: { loss } }]);
      }}
      onCancel={() => setOpen(false)}
    />
  );
}
