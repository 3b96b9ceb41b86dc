#include "oci/blob_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "client/test_files.h"
#include "oci/artifact.h"

namespace oarlock::oci {
namespace {

namespace fs = std::filesystem;

class BlobCacheTest : public testing::Test {
 protected:
  std::string Keep(const std::string& bytes) {
    const auto writer = cache.Write(DigestOf(bytes), bytes.size());
    EXPECT_TRUE(writer.ok()) << writer.status().message();
    EXPECT_TRUE((*writer)->Take(bytes).ok());
    const auto path = (*writer)->Commit();
    EXPECT_TRUE(path.ok()) << path.status().message();
    return path.ok() ? *path : "";
  }
  size_t files() const {
    size_t count = 0;
    for ([[maybe_unused]] const auto& entry : fs::directory_iterator(dir / "libraries")) ++count;
    return count;
  }
  void Age(const std::string& path, std::chrono::hours by) {
    fs::last_write_time(path, fs::file_time_type::clock::now() - by);
  }

  client::TempDir dir;
  BlobCache cache{dir / "libraries"};
};

TEST_F(BlobCacheTest, KeepsBytesByTheirDigest) {
  EXPECT_FALSE(cache.Find(DigestOf("abc")).has_value());
  const std::string path = Keep("abc");
  EXPECT_EQ(cache.Find(DigestOf("abc")), path);
  EXPECT_EQ(cache.Read(DigestOf("abc"), 3), "abc");
  EXPECT_FALSE(cache.Read(DigestOf("abc"), 2).has_value()) << "larger than asked for";
  EXPECT_TRUE(fs::exists(path));
}

TEST_F(BlobCacheTest, BytesOfAnotherDigestAreNeverSeen) {
  {
    const auto writer = cache.Write(DigestOf("abc"), 3);
    ASSERT_TRUE((*writer)->Take("abd").ok());
    EXPECT_EQ((*writer)->Commit().status().code(), base::StatusCode::kDataLoss);
  }
  {
    const auto writer = cache.Write(DigestOf("abc"), 3);
    EXPECT_EQ((*writer)->Take("abcd").code(), base::StatusCode::kDataLoss) << "more than promised";
  }
  EXPECT_EQ(files(), 0u) << "nothing is left behind";
}

TEST_F(BlobCacheTest, AFileThatWasChangedIsRemoved) {
  const std::string path = Keep("abc");
  dir.Write("libraries/" + fs::path(path).filename().string(), "abd");
  EXPECT_FALSE(cache.Find(DigestOf("abc")).has_value());
  EXPECT_FALSE(fs::exists(path));
  Keep("abc");
  dir.Write("libraries/" + fs::path(path).filename().string(), "ab");
  EXPECT_FALSE(cache.Read(DigestOf("abc"), 10).has_value());
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(BlobCacheTest, TwoMayWriteTheSameAtOnce) {
  const auto one = cache.Write(DigestOf("abc"), 3);
  const auto two = BlobCache(dir / "libraries").Write(DigestOf("abc"), 3);
  ASSERT_TRUE((*one)->Take("ab").ok());
  ASSERT_TRUE((*two)->Take("abc").ok());
  ASSERT_TRUE((*two)->Commit().ok());
  ASSERT_TRUE((*one)->Take("c").ok());
  ASSERT_TRUE((*one)->Commit().ok());
  EXPECT_EQ(cache.Read(DigestOf("abc"), 3), "abc");
  EXPECT_EQ(files(), 1u);
}

TEST_F(BlobCacheTest, PastTheLimitTheLongestUnusedGo) {
  const std::string old = Keep("old");
  const std::string used = Keep("use");
  const std::string kept = Keep("kept");
  Age(old, std::chrono::hours(3));
  Age(used, std::chrono::hours(4));
  ASSERT_TRUE(cache.Find(DigestOf("use")).has_value()) << "used now";
  dir.Write("libraries/x.unfinished", "");
  dir.Write("libraries/y.unfinished", "");
  Age(dir / "libraries/y.unfinished", std::chrono::hours(2));
  cache.Prune(kept, 3);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(used));
  EXPECT_TRUE(fs::exists(kept));
  EXPECT_TRUE(fs::exists(dir / "libraries/x.unfinished")) << "somebody writes it";
  EXPECT_FALSE(fs::exists(dir / "libraries/y.unfinished"));
  cache.Prune(kept, 0);
  EXPECT_TRUE(fs::exists(kept)) << "what was just asked for stays";
}

TEST_F(BlobCacheTest, SaysWhichDirectoryCannotBeWritten) {
  dir.Write("file", "");
  const auto writer = BlobCache(dir / "file/x").Write(DigestOf("abc"), 3);
  ASSERT_FALSE(writer.ok());
  EXPECT_NE(writer.status().message().find("file/x"), std::string::npos);
}

}  // namespace
}  // namespace oarlock::oci
