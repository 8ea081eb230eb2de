/** Parts of a journey as the file has it. */
type Fields = Readonly<Record<string, unknown>>;

/** A content of a step. @property prefix  of the ids of its texts: the step, and its place there */
export interface StepContent {
  prefix: string;
  content: object;
}

/** Contents of the steps of a journey, those of branches too, in their order. */
export function listContents(journey: Fields): StepContent[] {
  const contents: StepContent[] = [];
  mapContents(journey, (placed) => {
    contents.push(placed);
    return placed.content;
  });
  return contents;
}

/** A journey with other contents, in the same order. */
export function withContents<J extends Fields>(journey: J, contents: readonly object[]): J {
  let at = -1;
  return mapContents(journey, ({ content }) => {
    at += 1;
    return contents[at] ?? content;
  });
}

function mapContents<J extends Fields>(journey: J, change: (placed: StepContent) => object): J {
  return { ...journey, steps: mapSteps(journey['steps'], change) };
}

/** Lists beside the kind of a step are its branches. */
function mapSteps(steps: unknown, change: (placed: StepContent) => object): unknown {
  return Array.isArray(steps)
    ? steps.map((step: Fields) =>
        Object.fromEntries(
          Object.entries(step).map(([name, value]) =>
            name === 'send' ? [name, mapSend(value as Fields, change)] : [name, mapSteps(value, change)],
          ),
        ),
      )
    : steps;
}

function mapSend(send: Fields, change: (placed: StepContent) => object): Fields {
  const { id, contents } = send;
  return Array.isArray(contents)
    ? {
        ...send,
        contents: contents.map((content: object, index) => change({ prefix: `${String(id)}.${index}.`, content })),
      }
    : send;
}
