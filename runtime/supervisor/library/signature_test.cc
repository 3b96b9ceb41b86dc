#include "supervisor/library/signature.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <filesystem>
#include <fstream>

#include "kube/text/base64.h"
#include "supervisor/plugin_package.h"

namespace oarlock::supervisor {
namespace {

// A key pair whose public half is in a file.
class SignatureTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/oarlock-sign-XXXXXX";
    ASSERT_NE(::mkdtemp(name), nullptr);
    dir = name;
    key_ = EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
    ASSERT_NE(key_, nullptr);
    BIO* file = BIO_new_file((dir + "/key.pem").c_str(), "w");
    PEM_write_bio_PUBKEY(file, key_);
    BIO_free(file);
  }
  void TearDown() override {
    EVP_PKEY_free(key_);
    std::filesystem::remove_all(dir);
  }
  std::string Sign(std::string_view bytes) {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    EVP_DigestSignInit(context, nullptr, nullptr, nullptr, key_);
    std::string out(64, '\0');
    size_t size = out.size();
    EXPECT_EQ(EVP_DigestSign(context, reinterpret_cast<unsigned char*>(out.data()), &size,
                             reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()),
              1);
    EVP_MD_CTX_free(context);
    return out;
  }
  std::string Write(const std::string& name, const std::string& text) {
    std::ofstream(dir + "/" + name, std::ios::binary) << text;
    return dir + "/" + name;
  }

  std::string dir;
  EVP_PKEY* key_ = nullptr;
};

TEST_F(SignatureTest, VerifiesWhatAKeySigned) {
  const auto key = ReadPublicKey(dir + "/key.pem");
  ASSERT_TRUE(key.ok()) << key.status().ToString();
  const std::string signature = Sign("bytes");
  const std::string other(32, 'k');
  EXPECT_TRUE(VerifySignature("bytes", signature, {other, *key}).ok());
  EXPECT_FALSE(VerifySignature("bytez", signature, {*key}).ok());
  EXPECT_FALSE(VerifySignature("bytes", std::string(64, 'x'), {*key}).ok());
  EXPECT_NE(VerifySignature("bytes", signature, {}).message().find("--signature-key"),
            std::string::npos);
}

TEST_F(SignatureTest, ReadsRawAndBase64AndNothingElse) {
  const std::string signature = Sign("bytes");
  EXPECT_EQ(*ReadSignature(Write("raw.sig", signature)), signature);
  EXPECT_EQ(*ReadSignature(Write("text.sig", kube::EncodeBase64(signature) + "\n")), signature);
  EXPECT_FALSE(ReadSignature(Write("bad.sig", "hello")).ok());
  EXPECT_FALSE(ReadSignature(dir + "/none").ok());
  EXPECT_FALSE(ReadPublicKey(Write("bad.pem", "hello")).ok());
}

TEST_F(SignatureTest, TheHostDecidesWhatIsLoaded) {
  const std::string library = std::string(OARLOCK_TEST_PLUGIN_DIR) + "/hello.so";
  std::ifstream in(library, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  PluginSpec spec;
  spec.name = "demo";
  spec.library = library;
  spec.position = "m.yaml:3:5";
  LibraryRules rules;
  EXPECT_TRUE(OpenPackage(spec, dir, "demo@1", rules).ok()) << "unpinned loading is allowed";
  rules.require_sha256 = true;
  EXPECT_NE(OpenPackage(spec, dir, "demo@1", rules).status().message().find("m.yaml:3:5"),
            std::string::npos);
  spec.sha256 = OpenPackage(spec, dir, "demo@1")->sha256;
  EXPECT_TRUE(OpenPackage(spec, dir, "demo@1", rules).ok());
  rules.require_signature = true;
  EXPECT_FALSE(OpenPackage(spec, dir, "demo@1", rules).ok());
  spec.signature = Write("hello.sig", Sign(bytes));
  EXPECT_FALSE(OpenPackage(spec, dir, "demo@1", rules).ok()) << "no key is trusted";
  rules.public_keys = {*ReadPublicKey(dir + "/key.pem")};
  EXPECT_TRUE(OpenPackage(spec, dir, "demo@1", rules).ok());
  spec.signature = "hello.sig";
  EXPECT_TRUE(OpenPackage(spec, dir, "demo@1", rules).ok()) << "sought in the plugin directory";
  Write("hello.sig", Sign(bytes + "x"));
  EXPECT_FALSE(OpenPackage(spec, dir, "demo@1", rules).ok());
}

}  // namespace
}  // namespace oarlock::supervisor
