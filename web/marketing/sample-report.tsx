import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withQueries } from '../api/query-client.ts';
import { downloadSample, readSample } from '../api/reports/one-report.ts';
import { ReportView } from '../report/report-view.tsx';
import { DownloadButton } from '../report-list/download-button.tsx';
import { Button, Spinner } from '../ui/button.tsx';

/** The sample report: the components and the PDF that users get, for a made-up car. */
export const SampleReport = withQueries(function SampleReport() {
  const answer = useQuery({
    queryKey: ['sample_report'],
    queryFn: readSample,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [whole, setWhole] = useState(false);
  if (answer.isPending)
    return (
      <p className="flex items-center gap-2 py-10 text-muted" role="status">
        <Spinner /> Loading the sample report
      </p>
    );
  if (answer.isError)
    return (
      <div className="py-6" role="alert">
        <p>{answer.error.message}</p>
        <Button look="quiet" className="mt-3" onClick={() => void answer.refetch()}>
          Try again
        </Button>
      </div>
    );
  return (
    <>
      <ReportView report={answer.data} level={3} short={!whole} />
      <div className="mt-8 flex flex-wrap gap-3">
        {whole ? null : (
          <Button look="quiet" onClick={() => setWhole(true)}>
            Show every line
          </Button>
        )}
        <DownloadButton label="Download this PDF" fetchFile={downloadSample} />
      </div>
    </>
  );
});
