/**
 * A response whose text is at hand. Others see a `Response`; within the process its text is written or parsed directly,
 * without the stream that a body costs at every call.
 */
export class TextResponse extends Response {
  readonly content: string;

  constructor(content: string, init: ResponseInit) {
    super(null, init);
    this.content = content;
  }
}

const method = <T>(value: (this: TextResponse) => Promise<T>): PropertyDescriptor => ({ value, configurable: true });

// The types of the platform declare these as properties, which a class cannot override with methods.
Object.defineProperties(TextResponse.prototype, {
  body: {
    get(this: TextResponse) {
      return new Response(this.content).body;
    },
    configurable: true,
  },
  text: method(async function () {
    return this.content;
  }),
  json: method(async function () {
    return JSON.parse(this.content) as unknown;
  }),
  arrayBuffer: method(async function () {
    return new Response(this.content).arrayBuffer();
  }),
});
