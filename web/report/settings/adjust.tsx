import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { OptionQuestions } from '../editing/option-questions.tsx';
import { ScenarioSwitches } from './setting-switches.tsx';

/** Everything that changes the estimate as a whole: settings, and questions about the car's equipment. */
export const Adjust = ({ estimate }: { estimate: Estimate }) => (
  <div className="grid grid-cols-1 gap-6">
    <ScenarioSwitches estimate={estimate} />
    <OptionQuestions estimate={estimate} />
  </div>
);

/** The same where there is no room beside the lines. */
export const AdjustDialog = ({ estimate, onClose }: { estimate: Estimate; onClose: () => void }) => (
  <Dialog title="Adjust the estimate" sheet onClose={onClose}>
    <Adjust estimate={estimate} />
  </Dialog>
);
