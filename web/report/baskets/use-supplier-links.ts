import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { SupplierLink } from '../../../contract/schemas/part.ts';
import { queryClient } from '../../api/query-client.ts';
import { supplierLinksQuery } from '../../api/reports/one-report.ts';
import { useOwnReport } from '../editing/line-editing.tsx';

/** Asks where the parts of the reader's own report are bought, ahead of what shows it. */
export function useSupplierLinksAhead(): void {
  const report = useOwnReport();
  useEffect(() => {
    if (report !== undefined) void queryClient.prefetchQuery(supplierLinksQuery(report));
  }, [report]);
}

/** Where a line's part is bought: as it came with the line, else as told apart of the reader's own report. */
export function useSupplierLinks(line: EstimateLine): readonly SupplierLink[] {
  const report = useOwnReport();
  const asked = report !== undefined && line.supplier_links.length === 0;
  const { data } = useQuery(
    { ...supplierLinksQuery(report ?? ''), ...(asked ? {} : { queryFn: skipToken }) },
    queryClient,
  );
  return asked ? (data?.lines[line.id] ?? []) : line.supplier_links;
}
