import type { Context, TextMapGetter, TextMapPropagator } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

/**
 * Takes the trace of a request from its header `traceparent`, and shows ours to no provider or webhook.
 */
export class IncomingTraces implements TextMapPropagator {
  private readonly standard = new W3CTraceContextPropagator();

  inject(): void {
    // Providers are strangers.
  }

  extract(context: Context, carrier: unknown, getter: TextMapGetter): Context {
    return this.standard.extract(context, carrier, getter);
  }

  fields(): string[] {
    return this.standard.fields();
  }
}
