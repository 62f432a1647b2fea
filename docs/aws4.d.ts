/** What the guide's example and its test use of the package, which has no types of its own. */
declare module 'aws4' {
  interface Signing {
    readonly service: string;
    readonly region: string;
    readonly method: string;
    readonly path: string;
    readonly host: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Buffer | string | undefined;
  }
  const aws4: {
    sign(request: Signing, keys: { readonly accessKeyId: string; readonly secretAccessKey: string }): Signing;
  };
  export default aws4;
}
