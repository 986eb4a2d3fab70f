import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { Button } from '../../ui/button.tsx';
import { useLineEditingContext } from './line-editing.tsx';

type Props = { line: EstimateLine; number: string };

/** "Use this number", for one of several; or takes that back. */
export function ChooseNumber({ line, number }: Props) {
  const editing = useLineEditingContext();
  const several = line.oem_numbers.length + (line.ruled_out?.length ?? 0) > 1;
  if (editing === null || !several) return null;
  const is = line.narrowed?.some(({ chosen }) => chosen) === true && line.oem_numbers[0]?.number === number;
  return (
    <Button
      look="text"
      disabled={editing.busy}
      aria-label={is ? `No longer the number: ${number}` : `Use this number: ${number}`}
      onClick={() =>
        void editing.edit([{ kind: 'choose_number', line_id: line.id, number: is ? null : number }])
      }
    >
      {is ? 'Your choice: reset' : 'Use this number'}
    </Button>
  );
}
