import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../api/api-error.ts';
import { approvedQuery, downloadApproved } from '../../api/reports/claim.ts';
import { DownloadButton } from '../../report-list/download-button.tsx';
import { buttonLook, Spinner } from '../../ui/button.tsx';
import { shortDay } from '../../ui/money.ts';
import { ReportView } from '../report-view.tsx';

type Props = { reportId: string; approvalId: string };

/** A version as it was approved, to read only. */
export function ApprovedReport({ reportId, approvalId }: Props) {
  const { data, error } = useQuery(approvedQuery(reportId, approvalId));
  if (error)
    return (
      <div role="alert" className="grid justify-items-start gap-3 py-10">
        <h1 className="text-xl font-semibold">The approved version could not be loaded</h1>
        <p>{messageOf(error, 'An API error occurred.')}</p>
        <Back reportId={reportId} />
      </div>
    );
  if (!data)
    return (
      <p className="flex items-center gap-2 py-10 text-muted" role="status">
        <Spinner /> Loading the approved version
      </p>
    );
  const { approval, report } = data;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2 text-sm">
        <p className="mr-auto min-w-0 wrap-anywhere">
          Version {approval.version} as approved by {approval.approved_by} on {shortDay(approval.approved_at)}
          , to read only.
        </p>
        <DownloadButton
          look="quiet"
          label="PDF as approved"
          fetchFile={() => downloadApproved(reportId, approvalId)}
        />
        <Back reportId={reportId} />
      </div>
      {/* Drawn as another report than the one it became. */}
      <ReportView key={approvalId} report={report} />
    </>
  );
}

const Back = ({ reportId }: { reportId: string }) => (
  <Link to="/reports/$reportId" params={{ reportId }} search={{}} className={buttonLook('quiet')}>
    The report as it is now
  </Link>
);
