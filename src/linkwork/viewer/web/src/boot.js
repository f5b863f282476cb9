// Unpacks the page: the application and its data are deflated and in base64, so that a page stays small.
import { unzlibSync } from "fflate";

function unpacked(id) {
  const text = atob(document.getElementById(id).textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return unzlibSync(bytes);
}

try {
  window.__linkwork = { unpacked };
  const script = document.createElement("script");
  script.textContent = new TextDecoder().decode(unpacked("linkwork-application"));
  document.body.append(script);
} catch (error) {
  const place = document.getElementById("linkwork");
  place.textContent = `This page could not be opened: ${error.message}. It may have been cut short; save it again.`;
}
