import packageFile from '../../package.json' with { type: 'json' };

/** The version of the product, which stands in package.json alone. */
export const VERSION: string = packageFile.version;

/** How LotLens names itself to the sites it asks, where `USER_AGENT` says nothing else. */
export const PRODUCT_NAME = `LotLens/${VERSION}`;
