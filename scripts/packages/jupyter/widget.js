/** The widget: the page in one file, in a frame. */

const SOURCE = 'scheduler-playground';

async function pageOf(model) {
  const packed = new Blob([model.get('_page')]).stream().pipeThrough(new DecompressionStream('gzip'));
  const page = await new Response(packed).blob();
  return URL.createObjectURL(new Blob([page], { type: 'text/html' }));
}

async function render({ model, el }) {
  const frame = document.createElement('iframe');
  frame.title = 'Scheduler Playground';
  frame.style.cssText = 'inline-size: 100%; border: 0; display: block';
  const size = () => {
    frame.style.blockSize = `${model.get('height')}px`;
  };
  let isReady = false;
  const send = (message) => isReady && frame.contentWindow?.postMessage(message, '*');
  const load = () => {
    const scenario = model.get('document');
    const link = model.get('link');
    if (scenario) send({ type: 'load', document: scenario });
    else if (link) send({ type: 'load', link });
  };
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.source !== SOURCE) return;
    const { source: _, type, ...content } = data;
    if (type === 'ready') {
      isReady = true;
      load();
    }
    if (type === 'ready' || type === 'state') model.send({ state: content });
    if (type === 'refused') model.send({ fault: content.why });
  };
  addEventListener('message', hear);
  size();
  el.append(frame);
  model.on('change:height', size);
  model.on('change:document', load);
  model.on('change:link', load);
  model.on('msg:custom', send);
  const address = await pageOf(model);
  frame.src = `${address}#v3&embed=1`;
  return () => {
    removeEventListener('message', hear);
    URL.revokeObjectURL(address);
    frame.remove();
  };
}

export default { render };
