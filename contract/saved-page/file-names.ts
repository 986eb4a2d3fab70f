/** The kinds of file a browser keeps a page in, as a file field names them; web/public/manifest.webmanifest takes the same from other apps. */
export const PAGE_FILES = '.html,.htm,.json,.txt,.mhtml,.mht,.webarchive,.pdf';

/** A list as an auction site exports it. */
export const LIST_FILES = '.csv';

/** Whether a file is a list rather than a page, by its name. */
export const isListFile = ({ name }: { name: string }): boolean => name.toLowerCase().endsWith(LIST_FILES);
