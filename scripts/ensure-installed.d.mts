type Machine = { platform: string; arch: string; versions: { node: string } };
type Caller = { platform: string; env: Record<string, string | undefined>; execPath: string };

export declare const root: string;
export declare function needsTools(entry: string): boolean;
export declare function ensureInstalled(options: { tools: boolean }): Promise<void>;
export declare function npmCall(
  parameters: string[],
  caller: Caller,
): { file: string; parameters: string[]; shell: boolean };
export declare function nodeSource(machine: Machine): 'own' | 'fetched' | null;
export declare function nodeBinary(): string;
export declare function searchPath(node?: string): string;
export declare function fail(sentence: string): never;
