type Stream = { isTTY?: boolean; columns?: number; write(text: string): unknown };

/** What a step is called while it runs ("Installing packages") and at its end ("Packages installed"). */
export type Step = { doing: string; done: string };
export type Progress = {
  /** Begins a step; answers what ends it. */
  begin(step: Step): (succeeded: boolean) => void;
  /** Does work as a step. */
  during<T>(step: Step, work: () => Promise<T>): Promise<T>;
};

export declare function createProgress(stream?: Stream, now?: () => number): Progress;
